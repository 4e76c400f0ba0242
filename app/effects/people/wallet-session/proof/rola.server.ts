/** Re-exports rola.ts under the name that the server's files import. */
export { type RolaContext, rolaHash, rolaMessage } from "./rola"
