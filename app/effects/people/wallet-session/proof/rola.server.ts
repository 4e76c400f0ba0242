/** The same as rola.ts, under the name the server's files import it by. */
export { type RolaContext, rolaHash, rolaMessage } from "./rola"
