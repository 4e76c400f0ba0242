/** Shape of the parser library's tokens, as far as our readers use it. */
export interface Token {
  readonly type: string
  readonly tag: string
  readonly attrs: ReadonlyArray<readonly [name: string, value: string | number]> | null
  readonly nesting: number
  readonly content: string
  readonly children: ReadonlyArray<Token> | null
  readonly hidden: boolean
}

export const attribute = (token: Token, name: string) => {
  const value = token.attrs?.find(([key]) => key === name)?.[1]
  return value === undefined ? undefined : String(value)
}
