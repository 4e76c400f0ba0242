/** The author of something. Without a name the short address is shown: the profile was removed. */
export interface Person {
  readonly account: string
  readonly name: string | null
  readonly picture: string | null
}
