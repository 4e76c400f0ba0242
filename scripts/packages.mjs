/** Compares the installed packages with the lock file, and explains npm's failures. */

/** @typedef {{ readonly version?: string, readonly integrity?: string, readonly dev?: boolean, readonly devOptional?: boolean, readonly optional?: boolean, readonly link?: boolean }} Entry */
/**
 * @typedef {Readonly<Record<string, Entry>>} Packages the `packages` of a lock file, or of npm's own list in
 * `node_modules`
 */

/** The oldest npm that reads the lock file and its overrides. */
const OLDEST_NPM = { major: 8, minor: 3 }

/** @param {string} version as npm prints it */
export const isNpmTooOld = (version) => {
  const [major = 0, minor = 0] = version.split(".").map(Number)
  return major < OLDEST_NPM.major || (major === OLDEST_NPM.major && minor < OLDEST_NPM.minor)
}

/**
 * Ignores optional packages, which depend on the system.
 * @param {Packages} locked
 * @param {Packages} installed
 * @param {boolean} withTests whether packages for tests and checks have to be installed, too
 */
export const isInstalled = (locked, installed, withTests) =>
  Object.entries(locked).every(
    ([path, { dev, devOptional, integrity, optional, version }]) =>
      path === "" ||
      optional === true ||
      (!withTests && (dev === true || devOptional === true)) ||
      (installed[path]?.version === version && installed[path]?.integrity === integrity)
  )

/** @param {Packages} installed */
export const hasTests = (installed) => Object.values(installed).some(({ dev }) => dev === true)

const OF_THE_NETWORK =
  "ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ENETUNREACH|EHOSTUNREACH|ETIMEDOUT|ERR_SOCKET_TIMEOUT"

/** @type {ReadonlyArray<readonly [RegExp, string]>} */
const REASONS = [
  [/\b(ENOSPC|EDQUOT)\b/, "The disk is full: free 1 GB and try again."],
  [
    new RegExp(`npm (error|ERR!) code (${OF_THE_NETWORK})\\b`),
    "The package registry does not respond: check the network (or npm's settings for a registry and a proxy) and try again."
  ],
  [/\b(EACCES|EROFS)\b/, "This folder cannot be written to: get the right to write here and try again."]
]

/** @param {string} said what a command printed @returns {string | undefined} why it failed, and what to do */
export const reasonOf = (said) => REASONS.find(([sign]) => sign.test(said))?.[1]
