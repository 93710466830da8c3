/** Types for the part of s3rver that tests use; it has none of its own. */
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
    store: {
      getResourcePath(bucket: string, key: string, resource: "object"): string;
      putMetadata(bucket: string, key: string, metadata: object, md5: string): Promise<void>;
      putObject(object: {
        bucket: string;
        key: string;
        content: Buffer | NodeJS.ReadableStream;
        metadata: object;
      }): Promise<{ size: number; md5: string }>;
    };
    run(): Promise<unknown>;
    close(): Promise<void>;
  }
}
