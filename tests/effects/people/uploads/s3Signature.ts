/**
 * Whether a request is signed as an S3-compatible store requires (Amazon S3 user guide, "Signature Version 4"), written
 * from the guide and checked against its own examples, independently of our signing code.
 */
import { createHash, createHmac } from "node:crypto"

export interface SignedRequest {
  readonly method: string
  /** Path and query, as on the request line. */
  readonly url: string
  readonly headers: Readonly<Record<string, string | undefined>>
}

const hmac = (key: string | Buffer, text: string) => createHmac("sha256", key).update(text).digest()
const sha256 = (text: string) => createHash("sha256").update(text).digest("hex")
const encoded = (text: string) =>
  encodeURIComponent(text).replace(/[!'()*]/g, (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`)

const canonicalQuery = (query: URLSearchParams) =>
  [...query]
    .map(([name, value]) => `${encoded(name)}=${encoded(value)}`)
    .sort()
    .join("&")

/** The parts of `AWS4-HMAC-SHA256 Credential=…, SignedHeaders=…, Signature=…`. */
const partsOf = (authorization: string) => {
  const found =
    /^AWS4-HMAC-SHA256 Credential=([^/,]+)\/(\d{8})\/([^/,]+)\/s3\/aws4_request, ?SignedHeaders=([^,]+), ?Signature=([0-9a-f]{64})$/.exec(
      authorization
    )
  if (found === null) return undefined
  const [, keyId = "", day = "", region = "", names = "", signature = ""] = found
  return { keyId, day, region, names, signature }
}

/** The key's id and the region of a correct signature; undefined if it is wrong. */
export const signerOf = ({ headers, method, url }: SignedRequest, secret: string) => {
  const parts = partsOf(headers.authorization ?? "")
  if (parts === undefined) return undefined
  const { day, keyId, names, region, signature } = parts
  const { pathname, searchParams } = new URL(url, "http://store")
  const lines = names.split(";").map((name) => `${name}:${(headers[name] ?? "").trim().replace(/\s+/g, " ")}\n`)
  const path = pathname.split("/").map((part) => encoded(decodeURIComponent(part)))
  const canonical = [
    method,
    path.join("/"),
    canonicalQuery(searchParams),
    lines.join(""),
    names,
    headers["x-amz-content-sha256"]
  ].join("\n")
  const date = headers["x-amz-date"] ?? ""
  const toSign = ["AWS4-HMAC-SHA256", date, `${day}/${region}/s3/aws4_request`, sha256(canonical)].join("\n")
  const key = [day, region, "s3", "aws4_request"].reduce<Buffer | string>(hmac, `AWS4${secret}`)
  const isRight = hmac(key, toSign).toString("hex") === signature && date.startsWith(day)
  const needed = ["host", "x-amz-content-sha256", "x-amz-date"].every((name) => names.split(";").includes(name))
  return isRight && needed ? { keyId, region } : undefined
}
