/** Whether the system has a share sheet for this. */
export const canShare = (data: ShareData): boolean =>
  "share" in navigator && (!("canShare" in navigator) || navigator.canShare(data))
