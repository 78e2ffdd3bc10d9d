/**
 * Compares all requests to the sandbox's GitHub, and its answers, with GitHub's description of its REST API (OpenAPI). Fills in
 * what the routes leave out.
 */
import { hash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { type Schema, Validator } from '@cfworker/json-schema';
import type { RecordedRequest } from '../http/exchange.ts';

interface Parameter {
  readonly name: string;
  readonly in: 'path' | 'query' | 'header';
  readonly required?: boolean;
  readonly schema: object;
}

interface Content {
  readonly content?: { readonly 'application/json'?: { readonly schema: object } };
}

interface Operation {
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: Content & { readonly required?: boolean };
  readonly responses: Readonly<Record<string, Content>>;
}

interface Description {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
}

/** The API's path on GitHub Enterprise Server. */
const BASE = '/api/v3';

const require = createRequire(import.meta.url);
const FILE = require.resolve('@octokit/openapi/generated/api.github.com.json');
let description: Description | undefined;
const validators = new Map<object, Validator>();
/** Answers without faults. Most differ only in texts, commits and numbers: ports, IDs, times. */
const faultless = new Map<object, Set<string>>();

function read(): Description {
  description ??= JSON.parse(readFileSync(FILE, 'utf8')) as Description;
  return description;
}

/** The faults of a request and its answer. Each text names the request. */
export function contractFaults(request: RecordedRequest): string[] {
  const { method, path, query } = request;
  const found = findOperation(method, path);
  const faults =
    found === undefined
      ? ['GitHub has no such operation']
      : [...requestFaults(request, found), ...answerFaults(request, found.operation)];
  const search = query.size > 0 ? `?${query}` : '';
  return faults.map((fault) => `${method} ${path}${search}: ${fault}`);
}

/** Faults of the URLs of requests. Most are polled. */
const urlFaults = new Map<string, string[]>();

function requestFaults(request: RecordedRequest, found: Found): string[] {
  const url = `${request.method} ${request.path}?${request.query}`;
  const wrong = urlFaults.get(url) ?? parameterFaults(request, found);
  urlFaults.set(url, wrong);
  const body = request.whole ? bodyFaults(found.operation, request.body) : [];
  return [...wrong, ...body];
}

function parameterFaults(request: RecordedRequest, { operation, values }: Found): string[] {
  const parameters = (operation.parameters ?? []).map((parameter) => resolve(parameter));
  const given = [
    ...values.map(([name, value]) => ({ in: 'path', name, value })),
    ...[...request.query].map(([name, value]) => ({ in: 'query', name, value })),
  ];
  return given.flatMap(({ in: place, name, value }) => {
    const parameter = parameters.find((one) => one.in === place && one.name === name);
    if (parameter === undefined) return [`${place} parameter ${name} is unknown`];
    const typed = /^\d+$/.test(value) ? Number(value) : value;
    return schemaFaults(parameter.schema, typed).map((fault) => `${place} parameter ${name}: ${fault}`);
  });
}

const FREE_TEXT = /"(?:body|title|message|patch|description|content)":"(?:[^"\\]|\\.)*"/g;
const NUMBER = /\b[0-9a-f]{40}\b|\d+/g;

/** GitHub's description lists few error statuses. Others are accepted. */
function answerFaults({ answer }: RecordedRequest, { responses }: Operation): string[] {
  if (answer === undefined) return [];
  const { status, headers, body } = answer;
  if (!(status in responses)) return status < 400 ? [`GitHub never answers ${status}`] : [];
  const schema = schemaOf(responses, status);
  if (schema === undefined || !headers['content-type']?.includes('json')) return [];
  const text = body.toString('utf8');
  const digest = hash('sha1', text.replaceAll(FREE_TEXT, '').replaceAll(NUMBER, '0'));
  if (faultless.get(schema)?.has(digest)) return [];
  const json: unknown = JSON.parse(text);
  // The description leaves out fields of errors.
  const unknown = status < 400 ? unknownFields([schema], json) : [];
  const faults = [...schemaFaults(schema, json), ...unknown];
  if (faults.length === 0) faultless.set(schema, (faultless.get(schema) ?? new Set()).add(digest));
  return faults.map((fault) => `answer ${status}: ${fault}`);
}

function schemaOf(responses: Operation['responses'], status: number): object | undefined {
  const response = responses[status];
  return response && resolve(response).content?.['application/json']?.schema;
}

/** Adds the fields that GitHub always sends to an answer of the routes, which have only those that the actions or tests read. */
export async function completeAnswer({ method, url }: Request, answer: Response): Promise<Response> {
  const found = findOperation(method, new URL(url).pathname);
  const schema = found && schemaOf(found.operation.responses, answer.status);
  if (!answer.ok || schema === undefined || !answer.headers.get('content-type')?.includes('json'))
    return answer;
  return Response.json(complete(schema, await answer.json()), answer);
}

function complete(schema: object, value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  const shapes = shapesOf(schema, value);
  if (Array.isArray(value)) {
    const [items = {}] = shapes.flatMap((shape) => shape.items ?? []);
    return value.map((item) => complete(items, item));
  }
  const properties: Shape['properties'] = Object.assign({}, ...shapes.map((shape) => shape.properties));
  const missing = shapes.flatMap(({ required = [] }) => required.filter((name) => !(name in value)));
  return Object.fromEntries([
    ...Object.entries(value).map(([name, field]) => [name, complete(properties?.[name] ?? {}, field)]),
    ...missing.map((name) => [name, blankFor(properties?.[name] ?? {})]),
  ]);
}

const blanks = new Map<object, unknown>();

/** The value of a field that the routes leave out. */
function blankFor(schema: object): unknown {
  if (!blanks.has(schema)) blanks.set(schema, complete(schema, emptyValue(schema)));
  return blanks.get(schema);
}

const EMPTY: Readonly<Record<string, unknown>> = {
  array: [],
  boolean: false,
  integer: 0,
  number: 0,
  string: '',
  uri: 'https://github.com',
  'date-time': '2026-01-05T09:00:00Z',
};

/** `null` if the schema allows it. */
function emptyValue(schema: object): unknown {
  const { type, format = '', enum: values, nullable, anyOf = [], oneOf = [] }: Shape = resolve(schema);
  const alternatives = [...anyOf, ...oneOf];
  if (nullable || values?.includes(null) || type?.includes('null')) return null;
  if (alternatives.length > 0) {
    const empty = alternatives.map(emptyValue);
    return empty.includes(null) ? null : empty[0];
  }
  return values?.[0] ?? EMPTY[format] ?? EMPTY[String(type)] ?? {};
}

function bodyFaults({ requestBody }: Operation, body: string): string[] {
  const schema = requestBody?.content?.['application/json']?.schema;
  if (schema === undefined) return body === '' ? [] : ['GitHub expects no body'];
  if (body === '' && requestBody?.required !== true) return [];
  const json: unknown = JSON.parse(body);
  return [...schemaFaults(schema, json), ...unknownFields([schema], json)].map((fault) => `body: ${fault}`);
}

type Found = NonNullable<ReturnType<typeof searchOperation>>;

/** All operations, with patterns of their paths, by method and number of words. */
const routes = new Map<string, { readonly pattern: RegExp; readonly operation: Operation }[]>();

function routesLike(method: string, path: string) {
  const placeOf = (name: string, like: string) => `${name} ${like.split('/').length}`;
  if (routes.size === 0) {
    for (const [template, operations] of Object.entries(read().paths)) {
      const pattern = new RegExp(
        `^${template.replaceAll('.', '\\.').replaceAll(/\{(\w+)\}/g, '(?<$1>[^/]+)')}$`,
      );
      for (const [name, operation] of Object.entries(operations)) {
        const place = placeOf(name, template);
        routes.set(place, [...(routes.get(place) ?? []), { pattern, operation }]);
      }
    }
  }
  return routes.get(placeOf(method.toLowerCase(), path)) ?? [];
}

const operations = new Map<string, Found | undefined>();

function findOperation(method: string, path: string): Found | undefined {
  const place = `${method} ${path}`;
  if (!operations.has(place)) operations.set(place, searchOperation(method, path));
  return operations.get(place);
}

/** The operation whose path matches with the fewest parameters, and their values. */
function searchOperation(method: string, path: string) {
  if (!path.startsWith(`${BASE}/`)) return undefined;
  // GitHub's links have the repository's id. The description leaves that out.
  const named = path.slice(BASE.length).replace(/^\/repositories\/\d+(?=\/|$)/, '/repos/owner/name');
  const fitting = routesLike(method, named).flatMap(({ pattern, operation }) => {
    const match = pattern.exec(named);
    const given = Object.entries(match?.groups ?? {});
    const values = given.map(([name, text]) => [name, decodeURIComponent(text)] as const);
    return match ? [{ operation, values }] : [];
  });
  return fitting.sort((a, b) => a.values.length - b.values.length)[0];
}

function resolve<T extends object>(value: T): T {
  const ref = (value as { $ref?: string }).$ref;
  if (ref === undefined) return value;
  const [, , kind = '', name = ''] = ref.split('/');
  return read().components[kind]?.[name] as T;
}

interface Shape {
  readonly type?: string | readonly string[];
  readonly format?: string;
  readonly enum?: readonly unknown[];
  readonly nullable?: boolean;
  readonly required?: readonly string[];
  readonly properties?: Readonly<Record<string, object>>;
  readonly additionalProperties?: unknown;
  readonly items?: object;
  readonly allOf?: readonly object[];
  readonly anyOf?: readonly object[];
  readonly oneOf?: readonly object[];
}

/** A schema and its parts: of alternatives, all, or the first one that can describe a value. */
function shapesOf(schema: object, value?: object): Shape[] {
  const shape: Shape = resolve(schema);
  const { allOf = [], anyOf = [], oneOf = [] } = shape;
  const kind = Array.isArray(value) ? 'array' : 'object';
  const either = [...anyOf, ...oneOf].filter(
    (one) => value === undefined || ((resolve(one) as Shape).type ?? kind) === kind,
  );
  const chosen = value === undefined ? either : either.slice(0, 1);
  return [shape, ...[...allOf, ...chosen].flatMap((part) => shapesOf(part, value))];
}

/** Fields that no schema has. The schemas don't forbid them. */
function unknownFields(schemas: readonly object[], value: unknown, place = ''): string[] {
  const shapes = schemas.flatMap((schema) => shapesOf(schema));
  if (Array.isArray(value)) {
    const items = shapes.flatMap((shape) => shape.items ?? []);
    return value.flatMap((item, index) => unknownFields(items, item, `${place}/${index}`));
  }
  const isOpen =
    shapes.every(({ properties }) => properties === undefined) ||
    shapes.some(({ additionalProperties = false }) => additionalProperties !== false);
  if (typeof value !== 'object' || value === null || isOpen) return [];
  return Object.entries(value).flatMap(([name, field]) => {
    const known = shapes.flatMap(({ properties }) => properties?.[name] ?? []);
    if (known.length === 0) return [`${place}/${name} is unknown`];
    return unknownFields(known, field, `${place}/${name}`);
  });
}

/** Keywords whose errors only lead to the error inside. */
const OUTER: ReadonlySet<string> = new Set(['properties', 'items', '$ref']);

function schemaFaults(schema: object, value: unknown): string[] {
  const validator = validators.get(schema) ?? validatorOf(schema);
  validators.set(schema, validator);
  return validator
    .validate(value)
    .errors.filter(({ keyword }) => !OUTER.has(keyword))
    .map(({ instanceLocation, error }) => `${instanceLocation.slice(1)} ${error}`.trim());
}

/** Replaces `nullable` with the type `null` of JSON Schema. */
function allowNull(schema: { -readonly [Field in keyof Shape]: Shape[Field] }): void {
  if (schema.nullable !== true) return;
  delete schema.nullable;
  if (schema.type !== undefined) {
    schema.type = [schema.type, 'null'].flat();
    if (schema.enum !== undefined) schema.enum = [...schema.enum, null];
    return;
  }
  const { anyOf, oneOf, allOf } = schema;
  const whole = anyOf ?? oneOf ?? [{ ...(allOf && { allOf }) }];
  for (const name of ['oneOf', 'allOf'] as const) delete schema[name];
  schema.anyOf = [...whole, { enum: [null] }];
}

/** Some URLs have an empty default in the description, which is not a URL. */
function allowDefault(schema: { format?: unknown; default?: unknown; anyOf?: object[] }): void {
  if (schema.format !== 'uri' || schema.default !== '') return;
  delete schema.format;
  schema.anyOf = [{ format: 'uri' }, { enum: [''] }];
}

/** A validator of a schema, with all that it refers to. The whole description would take seconds. */
function validatorOf(schema: object): Validator {
  const components: Record<string, Record<string, unknown>> = {};
  const collect = (value: unknown): void => {
    if (typeof value !== 'object' || value === null) return;
    allowNull(value);
    allowDefault(value);
    const [, , kind = '', name = ''] = String((value as { $ref?: unknown }).$ref ?? '').split('/');
    if (kind !== '' && components[kind]?.[name] === undefined) {
      const target = read().components[kind]?.[name];
      components[kind] = { ...components[kind], [name]: target };
      collect(target);
    }
    for (const inner of Object.values(value)) collect(inner);
  };
  collect(schema);
  return new Validator({ ...schema, components } as Schema, '7', false);
}
