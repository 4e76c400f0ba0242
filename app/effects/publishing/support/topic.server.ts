import { isTopic, type Topic } from "./forms"

/** Topic in the link's address; empty if it is unknown. */
export const topicFrom = (text: string | null): Topic | "" => (text !== null && isTopic(text) ? text : "")
