/**
 * Header with the device's secret for sign-up, confirmation and login; in lower case, as in Node's headers.
 * Apart from the contract, so that a first visit does not load its schemas.
 */
export const DEVICE_HEADER = "x-prompteca-device";
