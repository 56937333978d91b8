/**
 * What this package uses of n8n-workflow, which needs 200 other packages and so is not among ours. A test compiles the package with the
 * real declarations, too.
 */
declare module 'n8n-workflow' {
  export type GenericValue = string | number | boolean | object | null | undefined;

  export interface IDataObject {
    [name: string]: GenericValue | IDataObject | GenericValue[] | IDataObject[];
  }

  type JsonValue = string | number | boolean | null | JsonObject | JsonValue[];
  export interface JsonObject {
    [name: string]: JsonValue;
  }

  export type Icon = `file:${string}` | { light: `file:${string}`; dark: `file:${string}` };

  type ParameterValue = string | number | boolean | null | undefined | object;

  export interface IDisplayOptions {
    show?: Record<string, Array<string | number | boolean>>;
    hide?: Record<string, Array<string | number | boolean>>;
  }

  export interface INodePropertyOptions {
    name: string;
    value: string | number | boolean;
    action?: string;
    description?: string;
  }

  export interface INodePropertyCollection {
    displayName: string;
    name: string;
    values: INodeProperties[];
  }

  export interface INodeProperties {
    displayName: string;
    name: string;
    type:
      | 'boolean'
      | 'collection'
      | 'fixedCollection'
      | 'json'
      | 'multiOptions'
      | 'notice'
      | 'number'
      | 'options'
      | 'string';
    default: ParameterValue;
    typeOptions?: {
      loadOptionsMethod?: string;
      maxValue?: number;
      minValue?: number;
      multipleValues?: boolean;
      numberPrecision?: number;
      password?: boolean;
      rows?: number;
    };
    description?: string;
    displayOptions?: IDisplayOptions;
    hint?: string;
    noDataExpression?: boolean;
    options?: Array<INodePropertyOptions | INodeProperties | INodePropertyCollection>;
    placeholder?: string;
    required?: boolean;
  }

  export interface IHttpRequestOptions {
    url: string;
    method?: 'DELETE' | 'GET' | 'HEAD' | 'PATCH' | 'POST' | 'PUT';
    headers?: IDataObject;
    body?: GenericValue;
    encoding?: 'arraybuffer';
    returnFullResponse?: boolean;
    ignoreHttpStatusErrors?: boolean;
    disableFollowRedirect?: boolean;
    timeout?: number;
  }

  export interface ICredentialDataDecryptedObject {
    [name: string]: string | number | boolean | object;
  }

  export type IAuthenticate = (
    credentials: ICredentialDataDecryptedObject,
    request: IHttpRequestOptions,
  ) => Promise<IHttpRequestOptions>;

  export interface ICredentialTestRequest {
    request: { baseURL?: string; url?: string; method?: 'GET' };
    rules?: Array<{ type: 'responseCode'; properties: { value: number; message: string } }>;
  }

  export interface ICredentialType {
    name: string;
    displayName: string;
    icon?: Icon;
    documentationUrl?: string;
    properties: INodeProperties[];
    authenticate?: IAuthenticate;
    test?: ICredentialTestRequest;
  }

  export interface INode {
    name: string;
    type: string;
    onError?: string;
  }

  export interface IBinaryData {
    mimeType: string;
    fileName?: string;
    data: string;
  }

  export interface IPairedItemData {
    item: number;
  }

  export interface INodeExecutionData {
    json: IDataObject;
    binary?: Record<string, IBinaryData>;
    pairedItem?: IPairedItemData | IPairedItemData[];
    error?: NodeApiError | NodeOperationError;
  }

  interface RequestHelpers {
    httpRequestWithAuthentication(
      this: IExecuteFunctions | ILoadOptionsFunctions,
      credential: string,
      request: IHttpRequestOptions,
    ): Promise<unknown>;
  }

  interface Functions {
    getNode(): INode;
    getCredentials<T extends object>(type: string, itemIndex?: number): Promise<T>;
  }

  export interface IExecuteFunctions extends Functions {
    helpers: RequestHelpers & {
      httpRequest(request: IHttpRequestOptions): Promise<unknown>;
      prepareBinaryData(bytes: Buffer, fileName?: string, mimeType?: string): Promise<IBinaryData>;
    };
    getInputData(): INodeExecutionData[];
    getNodeParameter(name: string, itemIndex: number, fallback?: unknown): ParameterValue;
    continueOnFail(): boolean;
    getExecutionCancelSignal(): AbortSignal | undefined;
  }

  export interface ILoadOptionsFunctions extends Functions {
    helpers: RequestHelpers;
  }

  export interface INodeTypeDescription {
    displayName: string;
    name: string;
    icon?: Icon;
    group: 'transform'[];
    version: number;
    subtitle?: string;
    description: string;
    defaults: { name: string };
    inputs: 'main'[];
    outputs: 'main'[];
    usableAsTool?: true;
    credentials?: Array<{ name: string; required?: boolean }>;
    properties: INodeProperties[];
  }

  export interface INodeType {
    description: INodeTypeDescription;
    methods?: {
      loadOptions?: Record<string, (this: ILoadOptionsFunctions) => Promise<INodePropertyOptions[]>>;
    };
    execute?(this: IExecuteFunctions): Promise<INodeExecutionData[][]>;
  }

  interface ErrorOptions {
    message?: string;
    description?: string;
    itemIndex?: number;
  }

  class NodeError extends Error {
    description: string | null | undefined;
    context: IDataObject;
  }

  export class NodeApiError extends NodeError {
    httpCode: string | null;
    constructor(node: INode, response: JsonObject, options?: ErrorOptions & { httpCode?: string });
  }

  export class NodeOperationError extends NodeError {
    constructor(node: INode, error: Error | string, options?: ErrorOptions);
  }

  export const NodeConnectionTypes: { readonly Main: 'main' };

  export const sleep: (milliseconds: number) => Promise<void>;
}
