export const teardown = () => {
  throw new Error("planted: the teardown fails");
};
