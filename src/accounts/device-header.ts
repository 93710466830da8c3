/**
 * Carries the secret that a device is known by when it signs up, confirms and logs in; in lower case, as Node names headers.
 * It stands apart from the contract, whose schemas no reader's first visit should load.
 */
export const DEVICE_HEADER = "x-prompteca-device";
