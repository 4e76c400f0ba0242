/** What the goal asks of a database beside the product: many rows at once, and what a statement costs there. */
export interface Cost {
  /** SQLite: steps of its machine. Postgres: pages read. */
  readonly work: number
  /** What must not be there: rows of full scans, sorts, indexes made for the statement. */
  readonly faults: ReadonlyArray<string>
}

export interface Sent {
  readonly text: string
  readonly params: ReadonlyArray<unknown>
}

export interface Place {
  /** For the product's services. */
  readonly settings: Readonly<Record<string, string>>
  readonly columnsOf: (table: string) => Promise<ReadonlyArray<string>>
  /** One after the other, on a database nobody else has open. */
  readonly write: (statements: ReadonlyArray<string>) => Promise<void>
  /** In a transaction that is rolled back. `isFew`: there is so little of everything that a planner would not care. */
  readonly costs: (statements: ReadonlyArray<Sent>, isFew: boolean) => Promise<ReadonlyArray<Cost>>
  readonly remove: () => Promise<void>
}
