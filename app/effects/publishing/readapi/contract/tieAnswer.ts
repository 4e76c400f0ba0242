/** How a tie of a ranked vote was decided, as the read API tells it. */
import { Schema } from "effect"
import { Count, Text, told } from "./parts"

const Key = () => Text("A choice.", "yes")

export const Tie = Schema.Struct({
  round: Count("The round in which they were level, from 1.", 2),
  level: Schema.Array(Key()).annotations({ description: "All that were level." }),
  decidedBy: told(
    Schema.Literal("noVotes", "earlierRound", "draw", "listOrder", "final"),
    "`noVotes`: they had none, and the order changes nothing. `earlierRound`: by the latest earlier round in which they differed. `draw`: by a draw with a round of the beacon. `listOrder`: there was no beacon. `final`: the last two, of which none wins.",
    "earlierRound"
  ),
  earlierRound: told(Schema.NullOr(Schema.Int), "The round that told them apart; null where none did.", 1),
  among: Schema.Array(Key()).annotations({
    description: "Those that the draw or the order of the list decided among."
  }),
  beaconRound: told(Schema.NullOr(Schema.Int), "Of a draw: the round of the beacon.", 4_711),
  eliminated: told(Schema.NullOr(Schema.String), "The choice that left; null where none did.", "no")
}).annotations({ identifier: "Tie", description: "How one tie of an instant run-off was decided." })
