/** Light, dark, or what the system prefers. Kept in a cookie, so that the server's first byte has it right. */
export const themes = ["light", "dark", "system"] as const
export type Theme = (typeof themes)[number]

const COOKIE = "theme"
const YEAR_S = 31_536_000

export const isTheme = (value: unknown): value is Theme => themes.some((theme) => theme === value)

/** From a request's Cookie header; anything unknown is the system's choice. */
export const themeFromCookie = (header: string | null): Theme => {
  for (const pair of (header ?? "").split(";")) {
    const [name, value] = pair.trim().split("=")
    if (name === COOKIE && isTheme(value)) return value
  }
  return "system"
}

export const themeCookie = (theme: Theme): string =>
  `${COOKIE}=${theme}; Path=/; Max-Age=${theme === "system" ? 0 : YEAR_S}; SameSite=Lax`
