/** Result of a tie in a ranked vote, in responses of the read API. */
import { Schema } from "effect"
import { Count, described, Text } from "./parts"

const Key = () => Text("A choice.", "yes")

export const Tie = Schema.Struct({
  round: Count("The round in which they were tied, from 1.", 2),
  level: Schema.Array(Key()).annotations({ description: "All choices that were tied." }),
  decidedBy: described(
    Schema.Literal("noVotes", "earlierRound", "draw", "listOrder", "final"),
    "`noVotes`: they had no votes, and the order changes nothing. `earlierRound`: by the latest earlier round in which they differed. `draw`: by a draw with a round of the beacon. `listOrder`: there was no beacon. `final`: the last two, of which neither wins.",
    "earlierRound"
  ),
  earlierRound: described(Schema.NullOr(Schema.Int), "The round that separated them; null if none did.", 1),
  among: Schema.Array(Key()).annotations({
    description: "Choices among which the draw or the order of the list decided."
  }),
  beaconRound: described(Schema.NullOr(Schema.Int), "For a draw: the round of the beacon.", 4_711),
  eliminated: described(Schema.NullOr(Schema.String), "The choice that was eliminated; null if none was.", "no"),
  surplus: Schema.optional(
    described(
      Schema.NullOr(Schema.String),
      "Elections of several seats only, if surpluses were tied: the choice whose surplus transferred first.",
      null
    )
  )
}).annotations({ identifier: "Tie", description: "How one tie of a ranked vote was decided." })
