import type { Plugin } from "vite"

/** A warning of the bundler names a mistake in this project. It fails the build, so that it is mended before a release. */
export const silent: Plugin = {
  name: "commonhold-silent",
  apply: "build",
  configResolved({ logger }) {
    const refuse = (message: string) => {
      throw new Error(`the build warns: ${message.trim()}`)
    }
    logger.warn = refuse
    logger.warnOnce = refuse
  }
}
