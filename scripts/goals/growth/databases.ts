/** What the benchmark needs of a database besides the product: bulk inserts, and the cost of a statement. */
export interface Cost {
  /** SQLite: virtual machine steps. Postgres: pages read. */
  readonly work: number
  /** Rows of full scans, sorts, and indexes built for the statement, of which there should be none. */
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
  /** Runs them in order, on a database without other connections. */
  readonly write: (statements: ReadonlyArray<string>) => Promise<void>
  /** In a transaction that is rolled back. `isFew`: with so few rows the planner would choose other plans. */
  readonly costs: (statements: ReadonlyArray<Sent>, isFew: boolean) => Promise<ReadonlyArray<Cost>>
  readonly remove: () => Promise<void>
}
