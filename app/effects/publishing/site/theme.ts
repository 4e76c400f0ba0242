/** Light, dark, or the system's preference. Stored in a cookie, so that the first byte of the page is right. */
export const themes = ["light", "dark", "system"] as const
export type Theme = (typeof themes)[number]

const COOKIE = "theme"
const YEAR_S = 31_536_000

export const isTheme = (value: unknown): value is Theme => themes.some((theme) => theme === value)

/** Reads the theme from a request's Cookie header; anything unknown means the system's preference. */
export const themeFromCookie = (header: string | null): Theme => {
  for (const pair of (header ?? "").split(";")) {
    const [name, value] = pair.trim().split("=")
    if (name === COOKIE && isTheme(value)) return value
  }
  return "system"
}

export const themeCookie = (theme: Theme): string =>
  `${COOKIE}=${theme}; Path=/; Max-Age=${theme === "system" ? 0 : YEAR_S}; SameSite=Lax`
