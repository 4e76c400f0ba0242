import type { ExportedTable } from "./table"
import { moneyTables } from "./tables/money"
import { peopleTables } from "./tables/people"

/** All files of the archive, in order. */
export const exportedTables: ReadonlyArray<ExportedTable> = [...peopleTables, ...moneyTables]
