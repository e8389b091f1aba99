import AtriumTesting

/// Files for tests, written for them.
enum Fixtures {
    /// A tree without uids, as someone writes it by hand, with what means nothing to the module.
    static let tree = TextFile(
        "tree.opml",
        """
        <?xml version="1.0" encoding="UTF-8"?>
        <opml version="2.0" xmlns:x="https://example.org/x">
          <head><title>Mine</title><ownerName>Ann</ownerName></head>
          <body>
            <outline type="mental-model-level" text="Harte Wissenschaften" level="hard-sciences" description="First">
              <outline type="mental-model-category" text="Physics" description="What moves" x:color="red">
                <!-- the first -->
                <outline type="mental-model" text="Inertia" description="Stays" keywords="hard to stop, same old way" examples="A form.&#10;A train." related="Entropy&#10;Not There" x:stars="5">
                  <outline type="failure-mode" text="Consent" severity="medium" description="Silence is no yes."/>
                  <outline type="failure-mode" text="Pushing" severity="low"/>
                </outline>
                <outline type="mental-model" text="Entropy" related="Inertia"/>
              </outline>
            </outline>
          </body>
        </opml>
        """)

    /// Texts that were captured elsewhere: one with what it showed, one without.
    static let observations = TextFile(
        "observations.opml",
        """
        <?xml version="1.0" encoding="UTF-8"?>
        <opml version="2.0">
          <head><title>Seen</title></head>
          <body>
            <outline type="mental-model-observation" text="It was hard to stop." uid="o-1" capturedAt="2026-01-05T10:00:00Z" analyzedAt="2026-01-05T10:00:00Z" analysis="[{&quot;model&quot;:&quot;m-1&quot;,&quot;name&quot;:&quot;Inertia&quot;,&quot;score&quot;:0.712,&quot;evidence&quot;:[&quot;It was hard to stop.&quot;],&quot;failureModes&quot;:[&quot;medium: Consent&quot;]}]" mood="calm"/>
            <outline type="mental-model-observation" text="Two lines&#10;of a thought"/>
          </body>
        </opml>
        """)
}
