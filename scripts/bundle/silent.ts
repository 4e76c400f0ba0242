import type { Plugin } from "vite"

/** Turns the bundler's warnings into errors: each names a mistake in this project, which should not reach a release. */
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
