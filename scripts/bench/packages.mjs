// The cost of the packages alone: reads a job with one request, like a run whose job has ended.
import * as core from '@actions/core';
import { Agent, fetch } from 'undici';
import * as z from 'zod/mini';

const job = z.looseObject({ id: z.string(), status: z.string() });
const url = `${core.getInput('base-url')}/v2/agent/${core.getInput('project-id')}/job/${core.getInput('job-id')}`;
const headers = { authorization: `Bearer ${core.getInput('api-key')}` };
const response = await fetch(url, { headers, dispatcher: new Agent() });
const { id, status } = job.parse(await response.json());
core.setOutput('jobId', id);
core.info(status);
process.exit();
