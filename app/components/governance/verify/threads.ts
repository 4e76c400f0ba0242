/**
 * Threads of the browser (Web Workers) that check a large file: what they are told and answer, and how one is started. The
 * first leads: it reads the file and starts the others, which do its slices. All run the same script.
 */
import type { Progress } from "~/effects/governance/votes/file/pace"
import type { Report } from "~/effects/governance/votes/file/Report"
import type { SliceWork } from "~/effects/governance/votes/file/sliceWork"

/** To the leader. A file is handed over as a reference, and read piece by piece. */
export interface Lead {
  readonly kind: "lead"
  readonly file: Blob
  /** Others it may start. */
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

/** Of the leader. `alive` comes every few seconds, whatever is done meanwhile. */
export type Told =
  | { readonly kind: "alive" }
  | { readonly kind: "progress"; readonly progress: Progress }
  | { readonly kind: "report"; readonly report: Report }
  | { readonly kind: "failed"; readonly why: "unreadable" | "lost" }
/** Of a helper. */
export interface Answer {
  readonly id: number
  readonly answer: unknown
}

/** A part of the checker ended, or stopped answering, before the file was checked. It says nothing about the file. */
export class ThreadLost extends Error {}

/** The file changed, or went away, since it was chosen. */
export class FileGone extends Error {}

interface Policies {
  readonly createPolicy: (
    name: string,
    rules: { readonly createScriptURL: (address: string) => string }
  ) => { readonly createScriptURL: (address: string) => string }
}

let trust: ((address: string) => string) | undefined

/** The site takes no address of a script but from a policy that its headers name (headers.server.ts). */
const trusted = (address: string): string => {
  const { trustedTypes } = globalThis as { readonly trustedTypes?: Policies } // not in TypeScript's library
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

/** @param address of the script, on this site. */
export const startThread = (address: string): Worker => new Worker(trusted(address), { type: "module" })
