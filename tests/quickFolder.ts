import { accessSync, constants, statfsSync } from "node:fs"
import { tmpdir } from "node:os"

const IN_MEMORY = "/dev/shm"
/** Containers often have 64 MiB there, which is too little. */
const ENOUGH_BYTES = 2 ** 30

const isRoomy = () => {
  try {
    accessSync(IN_MEMORY, constants.W_OK)
    const { bavail, bsize } = statfsSync(IN_MEMORY)
    return bavail * bsize >= ENOUGH_BYTES
  } catch {
    return false
  }
}

/** The folder of tests' data: in memory if there is room, since SQLite otherwise waits for the disk at every write. */
export const quickFolder = isRoomy() ? IN_MEMORY : tmpdir()
