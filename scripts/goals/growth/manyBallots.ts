/** Fills the model community, whose vote has this many ballots and voters. */
import { writeModels } from "./models"
import { openProduct } from "./product"
import { counters, votes } from "./rows"
import type { onSqlite } from "./sqlite"
import { written } from "./written"

export const writeManyBallots = async (place: ReturnType<typeof onSqlite>, ballots: number): Promise<void> => {
  const first = await openProduct(place.settings)
  await first.run(writeModels)
  await first.close()
  const copies = votes(ballots).filter(({ table }) => table === "ballots" || table === "voters")
  const statements: Array<string> = []
  for (const one of copies) statements.push(written(one, await place.columnsOf(one.table)))
  await place.write([...statements, ...counters(ballots)])
}
