/**
 * Node 24.19 and later of 24 end a process at random with add-ons that were compiled against their own headers and wrap
 * objects the old way (github.com/nodejs/node/issues/65446), as version 12 of SQLite's driver does. Ready-made drivers,
 * and those compiled against other headers, do not ask for the function that fails.
 */
const FAILING = "RemoveEnvironmentCleanupHook"

/**
 * @param {string} version Node's own, like "24.19.0"
 * @param {Buffer} driver the compiled driver
 */
export const isUnsound = (version, driver) => version.startsWith("24.") && driver.includes(FAILING)
