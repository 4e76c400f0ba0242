import type { Plugin } from "vite"

/** A part that browsers load later may be needed by the server at once: it stays one file there. */
const UNMOVED = "dynamic import will not move module into another chunk"

/** Turns the bundler's warnings into errors: each names a mistake in this project, which should not reach a release. */
export const silent: Plugin = {
  name: "commonhold-silent",
  apply: "build",
  configResolved({ build, logger }) {
    const refuse = (message: string) => {
      if (build.ssr !== false && message.includes(UNMOVED)) return
      throw new Error(`the build warns: ${message.trim()}`)
    }
    logger.warn = refuse
    logger.warnOnce = refuse
  }
}
