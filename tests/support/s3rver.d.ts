/** The part of s3rver, which has no types of its own, that tests use. */
declare module "s3rver" {
  // biome-ignore lint/style/noDefaultExport: the package has one
  export default class S3rver {
    constructor(options: {
      address: string;
      port: number;
      silent: boolean;
      directory: string;
      configureBuckets: { name: string; configs: string[] }[];
    });
    run(): Promise<unknown>;
    close(): Promise<void>;
  }
}
