/** Who wrote something. Without a name the account is shown by its short address: it was removed. */
export interface Person {
  readonly account: string
  readonly name: string | null
  readonly picture: string | null
}
