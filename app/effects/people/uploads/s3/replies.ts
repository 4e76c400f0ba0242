/**
 * What an S3-compatible store says: refusals and lists of names. Its answers are XML of a fixed, flat shape, of which
 * four elements are read (Amazon S3 API reference, "Error responses" and "ListObjectsV2"). Pure.
 */
import { StorageUnavailable } from "~/effects/base/failures/failures"

const element = (xml: string, name: string): string | undefined =>
  new RegExp(`<${name}>([^<]*)</${name}>`).exec(xml)?.[1]

const ENTITIES: Readonly<Record<string, string>> = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'" }
const plain = (text: string) => text.replace(/&(amp|lt|gt|quot|apos);/g, (all, name: string) => ENTITIES[name] ?? all)

/** The store's own word for a refusal, like `AccessDenied`. Empty where it sent none, as to HEAD. */
export const codeOf = (xml: string): string => /^\w{1,60}$/.exec(element(xml, "Code") ?? "")?.[0] ?? ""

const FULL = /Full|Quota|InsufficientCapacity|InsufficientStorage/i

const reasonOf = (status: number, code: string): StorageUnavailable["reason"] => {
  if (status === 507 || FULL.test(code)) return "full"
  if (code === "NoSuchBucket" || status === 404) return "unreachable"
  if (status === 429 || status >= 500) return "unreachable"
  // Unknown keys, wrong signatures, other regions and clocks: 301, 400 and 403.
  return status >= 300 && status < 500 ? "readOnly" : "broken"
}

/** Somebody answered who is no store: a proxy, or the network of a hotel. */
export const notUnderstood = new StorageUnavailable({ reason: "broken", detail: "S3 200 without a list", place: "s3" })

/** A refusal as a failure of storage; its detail names status and code, nothing that was sent. */
export const refusedBy = (status: number, xml: string): StorageUnavailable => {
  const code = codeOf(xml)
  const detail = code === "" ? `S3 ${status}` : `S3 ${status} ${code}`
  return new StorageUnavailable({ reason: reasonOf(status, code), detail, place: "s3" })
}

/** The store says that the file is not there; to HEAD it says nothing. A proxy's page with 404 says nothing of the file. */
export const isMissing = (status: number, xml: string): boolean =>
  status === 404 && (xml === "" || codeOf(xml) === "NoSuchKey")

/** Asking again may help: the store is in trouble, or asks for patience. */
export const mayPass = (status: number): boolean => status === 429 || (status >= 500 && status !== 507)

export interface NamesPage {
  readonly keys: ReadonlyArray<string>
  /** Where the list goes on. */
  readonly next: string | undefined
}

/** Undefined where something else than a store has answered. */
export const namesPage = (xml: string): NamesPage | undefined => {
  if (!xml.includes("<ListBucketResult")) return undefined
  const isMore = element(xml, "IsTruncated") === "true"
  const next = element(xml, "NextContinuationToken")
  return {
    keys: [...xml.matchAll(/<Key>([^<]*)<\/Key>/g)].map(([, key]) => plain(key ?? "")),
    next: isMore && next !== undefined ? plain(next) : undefined
  }
}
