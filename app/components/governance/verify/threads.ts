/**
 * The browser threads (Web Workers) that check a large file: their messages, and how to start one. The first thread
 * leads: it reads the file and starts helpers, which process slices of it. All run the same script.
 */
import type { Progress } from "~/effects/governance/votes/file/pace"
import type { Report } from "~/effects/governance/votes/file/Report"
import type { SliceWork } from "~/effects/governance/votes/file/slices"

/** To the leader. The file is passed by reference and read piece by piece. */
export interface Lead {
  readonly kind: "lead"
  readonly file: Blob
  /** How many helpers it may start. */
  readonly helpers: number
}
/** To a helper: one call of `SliceWork`. */
export interface Ask {
  readonly kind: "ask"
  readonly id: number
  readonly name: keyof SliceWork
  readonly given: ReadonlyArray<unknown>
}
export type Order = Lead | Ask

/** From the leader. It sends `alive` every few seconds, whatever it is doing. */
export type Reported =
  | { readonly kind: "alive" }
  | { readonly kind: "progress"; readonly progress: Progress }
  | { readonly kind: "report"; readonly report: Report }
  | { readonly kind: "failed"; readonly why: "unreadable" | "lost" }
/** From a helper. */
export interface ThreadReply {
  readonly id: number
  readonly result: unknown
}

/** A thread ended or stopped responding before the file was checked. This says nothing about the file. */
export class ThreadLost extends Error {}

/** The file changed or disappeared after it was chosen. */
export class FileGone extends Error {}

interface Policies {
  readonly createPolicy: (
    name: string,
    rules: { readonly createScriptURL: (address: string) => string }
  ) => { readonly createScriptURL: (address: string) => string }
}

let trust: ((address: string) => string) | undefined

/** Trusted Types: the site accepts script addresses only from the policy that its headers name (headers.server.ts). */
const trusted = (address: string): string => {
  const { trustedTypes } = globalThis as { readonly trustedTypes?: Policies } // Missing in TypeScript's DOM library.
  const policy = trustedTypes?.createPolicy.bind(trustedTypes)
  trust ??=
    policy === undefined
      ? (same) => same
      : ((made) => made.createScriptURL.bind(made))(
          policy("checker", {
            createScriptURL: (given) => {
              if (new URL(given, location.href).origin === location.origin) return given
              throw new TypeError("not a script of this site")
            }
          })
        )
  return trust(address)
}

/** @param address of the script, on this site */
export const startThread = (address: string): Worker => new Worker(trusted(address), { type: "module" })
