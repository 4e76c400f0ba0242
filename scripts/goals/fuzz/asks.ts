/** The fuzz's requests, by kind, each as an arbitrary. */
import { FastCheck as fc } from "effect"
import { addresses, callsOf, formsOf, type Known, QUERY_NAMES } from "./places"
import { encoded, LONE, odd, oddText } from "./texts"

export interface Ask {
  readonly method: string
  /** As sent over the wire. */
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly body?: string
}

const ORIGINS = ["null", "junk", "", "https://evil.example", "http://", "file://", "http://[::1", "a b"]

/** Changes some of the texts: replaces one, or inserts something odd; sometimes one is missing. */
const twisted = (fields: Readonly<Record<string, string>>) =>
  fc.tuple(
    ...Object.entries(fields).map(([name, value]) =>
      name === "intent"
        ? fc.constant([[name, value]] as const)
        : fc.oneof(
            { weight: 3, arbitrary: fc.constant([[name, value]] as const) },
            { weight: 2, arbitrary: oddText.map((text) => [[name, `${value}${text}${value}`]] as const) },
            { weight: 2, arbitrary: oddText.map((text) => [[name, text]] as const) },
            { weight: 1, arbitrary: fc.constant([] as const) }
          )
    )
  )

const twistedJson = (body: Readonly<Record<string, unknown>>) =>
  fc
    .tuple(
      ...Object.entries(body).map(([name, value]) =>
        fc
          .oneof(
            { weight: 3, arbitrary: fc.constant<unknown>(value) },
            {
              weight: 3,
              arbitrary: oddText.map((text): unknown => (typeof value === "string" ? `${value}${text}` : [text]))
            },
            { weight: 1, arbitrary: fc.constant<unknown>(`${LONE}x`) },
            { weight: 1, arbitrary: fc.jsonValue() as fc.Arbitrary<unknown> }
          )
          .map((changed) => [name, changed] as const)
      )
    )
    .map((entries) => JSON.stringify(Object.fromEntries(entries)))

/** Changes one text only, so that it can get as far as the database. */
const oneTwisted = (fields: Readonly<Record<string, string>>) =>
  fc
    .tuple(fc.constantFrom(...Object.keys(fields).filter((name) => name !== "intent")), oddText)
    .map(([odd, text]) =>
      Object.entries(fields).map(([name, value]) => [[name, name === odd ? `${value}${text}` : value]] as const)
    )

export const kindsOf = (known: Known): Readonly<Record<string, fc.Arbitrary<Ask>>> => {
  const { origin, token } = known
  const here = addresses(known)
  const address = fc.constantFrom(...here)
  const own = { Cookie: `__Host-session=${token}`, Origin: origin }
  const cookie = fc.constantFrom<Readonly<Record<string, string>>>({}, { Cookie: own.Cookie })
  const reading = fc.constantFrom("GET", "HEAD")

  const paths = fc.tuple(reading, fc.oneof(address, fc.constant("")), odd, fc.boolean(), cookie).map(
    ([method, start, tail, isBelow, headers]): Ask => ({
      method,
      path: `${start}${isBelow || start === "" ? "/" : ""}${tail}`.replace(/[ \r\n]/g, ""),
      headers
    })
  )

  const origins = fc
    .tuple(
      fc.constantFrom("GET", "HEAD", "HEAD", "POST", "PUT", "DELETE", "PATCH", "OPTIONS", "TRACE"),
      address,
      fc.constantFrom("", ".data", ".data?_routes=root"),
      fc.constantFrom(...ORIGINS),
      cookie
    )
    .map(
      ([method, path, form, Origin, headers]): Ask => ({
        method,
        path: path === "/" && form !== "" ? `/_root${form}` : `${path}${form}`,
        headers: { ...headers, Origin },
        ...(method === "GET" || method === "HEAD" ? {} : { body: "intent=x" })
      })
    )

  const queries = fc
    .tuple(
      reading,
      address,
      fc.array(fc.tuple(fc.constantFrom(...QUERY_NAMES), fc.oneof(odd, oddText.map(encoded))), {
        minLength: 1,
        maxLength: 4
      }),
      cookie
    )
    .map(
      ([method, path, pairs, headers]): Ask => ({
        method,
        path: `${path}?${pairs.map(([name, value]) => `${name}=${value}`).join("&")}`
          .replace(/[ \r\n]/g, "")
          .slice(0, 9_000),
        headers
      })
    )

  const forms = fc
    .constantFrom(...formsOf(known))
    .chain(({ fields, path }) =>
      fc.tuple(fc.constant(path), fc.oneof(oneTwisted(fields), twisted(fields)), fc.boolean())
    )
    .map(
      ([path, fields, isData]): Ask => ({
        method: "POST",
        path: isData && path !== "/" ? path.replace(/(\?|$)/, ".data$1") : path,
        headers: { ...own, "Content-Type": "application/x-www-form-urlencoded" },
        body: fields
          .flat()
          .map(([name, value]) => `${name}=${encoded(value)}`)
          .join("&")
      })
    )

  const bodies = fc
    .constantFrom(...callsOf(known))
    .chain(([path, body]) =>
      fc.tuple(
        fc.constant(path),
        fc.oneof(
          { weight: 6, arbitrary: twistedJson(body) },
          {
            weight: 1,
            arbitrary: fc.constantFrom("", "null", "[", '"\\ud800"', "[".repeat(20_000), '{"__proto__":{"a":1}}')
          }
        )
      )
    )
    .map(
      ([path, body]): Ask => ({ method: "POST", path, headers: { ...own, "Content-Type": "application/json" }, body })
    )

  return { "raw paths": paths, "HEAD, methods and origins": origins, queries, forms, "JSON bodies": bodies }
}
