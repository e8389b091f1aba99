/// Words that say nothing of what a text is about: a list of our own.
///
/// Articles, pronouns, prepositions, auxiliaries, and those verbs, nouns and adverbs that stand in every second story
/// (*people*, *week*, *really*). They are taken out of texts and of models alike before anything is counted, so that a
/// phrase such as *point of no return* is found as *point return* in a row. Words of degree and time stay (*never*, *too*,
/// *only*, *first*): phrases of keywords live by them.
enum StopWords {
    static let all: Set<String> = Set(
        """
        a an the this that these those some any each every either such other another one ones
        i me my mine myself we us our ours ourselves you your yours yourself yourselves he him his himself she her hers
        herself it its itself they them their theirs themselves who whom whose which what there here
        and or but nor so yet if then than as because since while though although whether until unless
        of to in on at by for from with without into onto upon out off over under about between among through during
        before after above below up down again further toward towards across around along near within via per
        be am is are was were been being do does did doing done have has had having will would shall should can could
        may might must ought
        not no don didn doesn isn wasn aren weren won wouldn couldn shouldn hasn haven hadn cannot
        dont didnt doesnt isnt wasnt arent werent wont wouldnt couldnt shouldnt hasnt havent hadnt cant im ive youre youve
        theyre theyve weve hes shes thats theres whats
        let get gets got getting go goes went going gone come comes came coming say says said saying tell tells told
        make makes made making take takes took taken taking give gives gave given giving put puts
        see sees saw seen seeing look looks looked looking know knows knew known think thinks thought
        want wants wanted use uses used using like likes just also very really quite even now
        when where why how
        thing things something anything everything nothing someone anyone everyone everybody somebody anybody
        man woman men women person people guy
        day days week weeks month months year years today yesterday tomorrow morning evening night monday tuesday
        wednesday thursday friday saturday sunday january february march april june july august september october
        november december
        mr mrs ms dr etc eg ie s t re ve ll d m
        """.split(whereSeparator: \.isWhitespace).map(String.init))
}
