/** "Firefox on Linux": a browser's user agent as readable text. A guess, for display only. Pure. */
const browsers: ReadonlyArray<readonly [mark: RegExp, name: string]> = [
  [/\bEdg(e|A|iOS)?\//, "Edge"],
  [/\bOPR\//, "Opera"],
  [/\bFirefox\/|\bFxiOS\//, "Firefox"],
  [/\bSamsungBrowser\//, "Samsung Internet"],
  [/Chrome\/|\bCriOS\//, "Chrome"],
  [/\bSafari\//, "Safari"]
]
const systems: ReadonlyArray<readonly [mark: RegExp, name: string]> = [
  [/\bAndroid\b/, "Android"],
  [/\biPhone\b|\biPad\b/, "iOS"],
  [/\bWindows\b/, "Windows"],
  [/\bMac OS X\b|\bMacintosh\b/, "macOS"],
  [/\bLinux\b/, "Linux"]
]

export const deviceName = (userAgent: string): string => {
  const named = (names: typeof browsers) => names.find(([mark]) => mark.test(userAgent))?.[1]
  const browser = named(browsers) ?? "A browser"
  const system = named(systems)
  return system === undefined ? browser : `${browser} on ${system}`
}
