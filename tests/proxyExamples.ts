/** The proxies' examples of docs/operations, with ports and certificates of a test; nothing else of them is changed. */
import { execFileSync, spawnSync } from "node:child_process"
import { readFileSync, writeFileSync } from "node:fs"
import { join, resolve } from "node:path"

/** Tests and benchmarks are run from the project's folder. */
const read = (name: string) => readFileSync(join("docs/operations", name), "utf8")

export const SITE = "commons.example"

export interface Proxied {
  /** The folder of the proxy's own files. */
  readonly folder: string
  readonly port: number
  /** The servers' ports: two as in the examples; only HAProxy gets more. */
  readonly servers: readonly [number, number, ...ReadonlyArray<number>]
}

export interface Proxy {
  readonly command: string
  /** Writes its configuration and returns the commands that check it and run it. */
  readonly prepare: (where: Proxied) => {
    readonly check: ReadonlyArray<string>
    readonly run: ReadonlyArray<string>
    readonly env: Readonly<Record<string, string>>
  }
}

export const isInstalled = (command: string) => spawnSync("which", [command]).status === 0

/** A certificate for the site: key and chain in one file, and each alone. */
const certificate = (folder: string) => {
  const [key, chain] = [join(folder, "key.pem"), join(folder, "chain.pem")]
  const subject = ["-subj", `/CN=${SITE}`, "-addext", `subjectAltName=DNS:${SITE}`, "-days", "2"]
  const words = ["req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", ...subject]
  execFileSync("openssl", [...words, "-keyout", key, "-out", chain], { stdio: "ignore" })
  const both = join(folder, "both.pem")
  writeFileSync(both, `${readFileSync(chain, "utf8")}${readFileSync(key, "utf8")}`)
  return { both, chain, key }
}

/** Fails if the example no longer contains the text to be replaced. */
const replaced = (text: string, changes: Readonly<Record<string, string>>) =>
  Object.entries(changes).reduce((all, [from, to]) => {
    if (!all.includes(from)) throw new Error(`the example does not say "${from}"`)
    return all.replaceAll(from, to)
  }, text)

const addresses = ([one, two]: Proxied["servers"]) => ({
  "127.0.0.1:3000": `127.0.0.1:${one}`,
  "127.0.0.1:3001": `127.0.0.1:${two}`
})

const caddy: Proxy = {
  command: "caddy",
  prepare: ({ folder, port, servers: [one, two] }) => {
    const { chain, key } = certificate(folder)
    const file = join(folder, "Caddyfile")
    const own = "\tadmin off\n\tauto_https disable_redirects\n\tskip_install_trust\n\tservers {"
    writeFileSync(
      file,
      replaced(read("Caddyfile"), {
        "\tservers {": own,
        // Another port of the same machine, so that examples can run side by side.
        "9180": String(9_180 + (port % 20_000)),
        "\trequest_body {": `\ttls ${chain} ${key}\n\trequest_body {`
      })
    )
    const words = ["--config", file, "--adapter", "caddyfile"]
    const env = {
      SITE: `https://${SITE}:${port}`,
      SERVERS: `127.0.0.1:${one} 127.0.0.1:${two}`,
      XDG_DATA_HOME: folder,
      XDG_CONFIG_HOME: folder
    }
    return { check: ["validate", ...words], run: ["run", ...words], env }
  }
}

const nginx: Proxy = {
  command: "nginx",
  prepare: ({ folder, port, servers }) => {
    const { chain, key } = certificate(folder)
    const site = replaced(read("nginx.conf"), {
      ...addresses(servers),
      "listen 443 ssl": `listen 127.0.0.1:${port} ssl`,
      "/etc/ssl/commons.example.pem": chain,
      "/etc/ssl/private/commons.example.key": key
    })
    writeFileSync(join(folder, "site.conf"), site)
    const temporary = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"].map(
      (name) => `${name}_temp_path ${join(folder, name)};`
    )
    const file = join(folder, "nginx.conf")
    const main = `daemon off;\nmaster_process off;\npid ${join(folder, "pid")};\nerror_log stderr;\nevents {}\n`
    writeFileSync(
      file,
      `${main}http {\naccess_log off;\n${temporary.join("\n")}\ninclude ${join(folder, "site.conf")};\n}\n`
    )
    return { check: ["-t", "-c", file], run: ["-c", file], env: {} }
  }
}

const haproxy: Proxy = {
  command: "haproxy",
  prepare: ({ folder, port, servers }) => {
    const { both } = certificate(folder)
    const file = join(folder, "haproxy.cfg")
    // The example ends with its servers.
    const more = servers.slice(2).map((each) => `    server at-${each} 127.0.0.1:${each}\n`)
    const text = replaced(read("haproxy.cfg"), {
      ...addresses(servers),
      "bind :443": `bind 127.0.0.1:${port}`,
      "/etc/haproxy/commons.example.pem": both,
      "/etc/haproxy/away.html": resolve("docs/operations/away.html")
    })
    writeFileSync(file, `${text}${more.join("")}`)
    return { check: ["-c", "-f", file], run: ["-db", "-f", file], env: {} }
  }
}

export const proxies: ReadonlyArray<Proxy> = [caddy, nginx, haproxy]
