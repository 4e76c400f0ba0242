/**
 * Memory of a server to which visitors without an account send large bodies at the highest rate: forms with a file for
 * a community that does not exist, whose last bytes never come, and ballot files to be checked. Its peak (VmHWM of
 * /proc) has to fit the container of docs/operations/compose.yaml while a picture is decoded.
 */
import { readFileSync } from "node:fs"
import { connect } from "node:net"
import { setTimeout as pause } from "node:timers/promises"
import { atMost, type Goal } from "./goal"
import { startProduct } from "./servers"

const LIMIT_MB = 400
const UNFINISHED = 60
const UNFINISHED_BYTES = Math.floor(15.9 * 1_048_576)
const HELD_BACK = 2_048
const CHECKED = 30
const CHECKED_BYTES = Math.floor(9.6 * 1_048_576)
/** As many values as fit, which take the most memory when parsed. */
const HOSTILE = Buffer.from(`${"[],".repeat(21_845)} `)
const PLAIN = Buffer.alloc(65_536, "x")
/** Longer than a request may take to arrive. */
const ANSWERED_WITHIN_MS = 45_000

interface Post {
  readonly path: string
  readonly file: string
  readonly bytes: number
  readonly heldBack: number
  /** The file is this, repeated. */
  readonly chunk: Buffer
  /** Visitors come from different networks, so that no limit per network stops them. */
  readonly from: string
}

/** The body of a form with one file of this size: what precedes the file and what follows it. */
const around = (file: string) => ({
  head: `--edge\r\nContent-Disposition: form-data; name="${file}"; filename="a.json"\r\nContent-Type: application/json\r\n\r\n`,
  tail: "\r\n--edge--\r\n"
})

/**
 * Sends as fast as the server reads, except for the bytes held back. Returns the status of the response, 0 without one.
 */
const post = (port: number, { bytes, file, from, heldBack, path, chunk: whole }: Post) =>
  new Promise<number>((resolve) => {
    const { head, tail } = around(file)
    const socket = connect(port, "127.0.0.1")
    let status = 0
    let left = bytes - heldBack
    const send = () => {
      while (left > 0) {
        const chunk = left < whole.length ? whole.subarray(0, left) : whole
        left -= chunk.length
        if (!socket.write(chunk)) return
      }
      if (heldBack === 0 && left === 0) {
        left = -1
        socket.write(tail)
      }
    }
    const timer = setTimeout(() => socket.destroy(), ANSWERED_WITHIN_MS)
    socket.on("connect", () => {
      const length = head.length + bytes + tail.length
      socket.write(
        `POST ${path} HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nOrigin: http://127.0.0.1:${port}\r\nAccept: application/json\r\n` +
          `X-Forwarded-For: ${from}\r\n` +
          `Content-Type: multipart/form-data; boundary=edge\r\nContent-Length: ${length}\r\nConnection: close\r\n\r\n${head}`
      )
      send()
    })
    socket.on("drain", send)
    socket.on("data", (text) => {
      if (status === 0) status = Number(/^HTTP\/1\.1 (\d{3})/.exec(text.toString("latin1"))?.[1] ?? 0)
    })
    socket.on("error", () => undefined)
    socket.on("close", () => {
      clearTimeout(timer)
      resolve(status)
    })
  })

const memoryOf = (pid: number, name: "VmHWM" | "VmRSS") =>
  Math.round(Number(new RegExp(`${name}:\\s+(\\d+)`).exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1]) / 1_024)

/** The number of responses of each status. */
const counted = (statuses: ReadonlyArray<number>) =>
  [...new Set(statuses)]
    .sort((one, other) => one - other)
    .map((status) => `${statuses.filter((other) => other === status).length} × ${status === 0 ? "none" : status}`)
    .join(", ")

/** The slowest load of the simplest page meanwhile. */
const watchPage = (origin: string) => {
  let isOn = true
  const slowest = (async () => {
    let most = 0
    while (isOn) {
      const since = performance.now()
      await fetch(`${origin}/support`).then((response) => response.arrayBuffer())
      most = Math.max(most, performance.now() - since)
      await pause(100)
    }
    return Math.round(most)
  })()
  return async () => {
    isOn = false
    return slowest
  }
}

export const memoryUnderBodies: Goal = async () => {
  const server = await startProduct("demo")
  try {
    await fetch(`${server.origin}/support`).then((response) => response.arrayBuffer())
    const before = memoryOf(server.pid, "VmRSS")
    const slowestPage = watchPage(server.origin)
    const unfinished = await Promise.all(
      Array.from({ length: UNFINISHED }, (_, n) =>
        post(server.port, {
          path: "/community/detail/nobodyknows/tokenDistribution",
          file: "file",
          bytes: UNFINISHED_BYTES,
          heldBack: HELD_BACK,
          chunk: PLAIN,
          from: `100.64.${n}.1`
        })
      )
    )
    const between = memoryOf(server.pid, "VmHWM")
    const since = performance.now()
    const checked = await Promise.all(
      Array.from({ length: CHECKED }, (_, n) =>
        post(server.port, {
          path: "/verify",
          file: "file",
          bytes: CHECKED_BYTES,
          heldBack: 0,
          chunk: n % 2 === 0 ? PLAIN : HOSTILE,
          from: `100.65.${n}.1`
        })
      )
    )
    const seconds = ((performance.now() - since) / 1_000).toFixed(1)
    const peak = memoryOf(server.pid, "VmHWM")
    return atMost(
      peak,
      LIMIT_MB,
      `MB at the peak, ${before} before; ${UNFINISHED} unfinished forms of 15.9 MiB (${counted(unfinished)}): ${between}; ` +
        `${CHECKED} ballot files of 9.6 MiB to /verify (${counted(checked)}) in ${seconds} s; the slowest page meanwhile ${await slowestPage()} ms`
    )
  } finally {
    await server.stop()
  }
}
