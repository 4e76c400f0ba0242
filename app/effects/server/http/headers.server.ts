/** The headers of every response (docs/goals.md B11). Pure; server.ts sets them before anything else runs. */

/** Other origins that pages connect to: the gateway, the relay, an external file host. */
export interface OutsideOrigins {
  readonly connect: ReadonlyArray<string>
  readonly images: ReadonlyArray<string>
}

const YEAR_S = 31_536_000

export const contentSecurityPolicy = (nonce: string, outside: OutsideOrigins): string =>
  [
    "default-src 'self'",
    `script-src 'nonce-${nonce}' 'strict-dynamic'`,
    "worker-src 'self'",
    "style-src 'self'",
    "font-src 'self'",
    ["img-src 'self' blob:", ...outside.images].join(" "),
    ["connect-src 'self'", ...outside.connect].join(" "),
    "object-src 'none'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
    "form-action 'self'",
    "require-trusted-types-for 'script'",
    "trusted-types lit-html service-worker checker",
    "report-uri /api/csp-report"
  ].join("; ")

/** For uploaded files: nothing in them may ever run. */
export const UPLOADED_FILE_POLICY = "default-src 'none'; sandbox"

export const securityHeaders = (appOrigin: string): ReadonlyArray<readonly [name: string, value: string]> => [
  ["X-Content-Type-Options", "nosniff"],
  ["Referrer-Policy", "strict-origin-when-cross-origin"],
  ["Permissions-Policy", "camera=(), microphone=(), geolocation=(), payment=()"],
  ["Cross-Origin-Opener-Policy", "same-origin-allow-popups"],
  ["Cross-Origin-Resource-Policy", "same-origin"],
  ["X-Frame-Options", "DENY"],
  ...(appOrigin.startsWith("https:")
    ? ([["Strict-Transport-Security", `max-age=${YEAR_S}; includeSubDomains`]] as const)
    : [])
]
