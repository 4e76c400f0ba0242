/** The wallet vectors: our own from tests/vectors, and the public ones from beside the repository where they are. */
import { existsSync, readFileSync } from "node:fs"
import { it } from "vitest"

const own = new URL("../vectors/connector.json", import.meta.url)
const all = new URL("../../../shared/vectors/wallet-vectors.json", import.meta.url)

export const hasPublicVectors = existsSync(all)

type Vectors = { readonly [name: string]: ReadonlyArray<never> | undefined }
const read = (file: URL): Vectors => JSON.parse(readFileSync(file, "utf8"))
const vectors = read(hasPublicVectors ? all : own)

/** Every entry under this name that is here. The caller says what they look like. */
export const vectorsOf = <A>(name: string): ReadonlyArray<A> => vectors[name] ?? []

/** For vectors of which we hold no copy of our own. */
export const itWithPublicVectors = (title: string, test: () => void | Promise<void>): void => {
  if (hasPublicVectors) it(title, test)
  else it.skip(`${title} (the public vectors are not beside this repository)`, test)
}
