"""Serves a model file in OpenAI's format on loopback with llama.cpp: llama_server.py MODEL. Prints its address."""

import sys
import time

import xllamacpp

parameters = xllamacpp.CommonParams()
parameters.model.path = sys.argv[1]
parameters.hostnames = ["127.0.0.1"]
parameters.port = 0
parameters.n_parallel = 2
parameters.n_ctx = 2 * 8192
parameters.cpuparams.n_threads = 2
parameters.warmup = False
server = xllamacpp.Server(parameters)
print("serving at", server.listening_address, flush=True)
while True:
    time.sleep(3600)
