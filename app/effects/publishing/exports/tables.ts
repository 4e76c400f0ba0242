import type { ExportedTable } from "./table"
import { moneyTables } from "./tables/money"
import { peopleTables } from "./tables/people"

/** Every file of the archive, in its order. */
export const exportedTables: ReadonlyArray<ExportedTable> = [...peopleTables, ...moneyTables]
