/// Words that say little by themselves and much in a phrase: a list of our own.
///
/// *Late* stands in any story; *too late to stop* does not. By themselves they count for ``AnalysisWeights/weakShare``.
enum WeakWords {
    /// The stems of the words.
    static let stems: Set<String> = Set(
        """
        already still zero two three four five six seven eight nine ten eleven twelve fifteen twenty thirty forty fifty sixty seventy eighty
        ninety hundred thousand million billion dozen half third quarter percent first second last next
        new old young big small large little great good bad better best worse worst long short high low higher lower early late
        later earlier easy hard full empty real true wrong right left open close clear sure free own whole same different certain
        much many more most less least few fewer several enough too only never always ever often sometimes once twice again
        soon almost hardly simply probably maybe perhaps instead together alone away back forward
        begin begins began begun start starts started end ends ended stop stops stopped keep keeps kept stay stays stayed turn
        turns turned bring brings brought show shows showed shown find finds found leave leaves call calls called need needs
        needed try tries tried seem seems seemed become becomes became run runs ran set sets move moves moved live lives lived
        feel feels felt mean means meant ask asks asked hold holds held write writes wrote written read reads talk talks talked
        stand stands stood sit sits sat happen happens happened work works worked help helps helped hear heard let lets believe
        believes believed wait waits waited spend spends spent buy buys bought sell sells sold pay pays paid cost costs win wins
        won lose loses lost eat eats meet meets met learn learned follow follows followed
        time times hour hours minute minutes moment place home house room door table car street city town country world life
        way ways part parts side point case fact kind sort lot bit number name word words line list question answer problem
        reason story idea friend friends family father mother son daughter brother sister wife husband child children boy girl
        neighbour neighbours boss manager director team company firm office school student students teacher job money price
        book paper phone team group member members government business market product
        """.split(whereSeparator: \.isWhitespace).map { word in
            var bytes = Array(word.utf8)
            WordStem.stem(of: &bytes)
            return String(decoding: bytes, as: UTF8.self)
        })
}
