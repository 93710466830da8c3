# Varnish 7.1 with varnish-modules, before any number of Prompteca's processes: docs/cluster.md, Behind a cache. Started as
#
#   varnishd -a 127.0.0.1:6081 -f /etc/varnish/default.vcl -s malloc,256m -p http_gzip_support=off
#
# with CACHE_PURGE_TOKEN in its environment, the same as the site's. The site compresses by itself (brotli too), so Varnish's own
# gzip is off. TLS ends before it, at Caddy or HAProxy, which set X-Forwarded-For; TRUST_PROXY of the site names both.

vcl 4.1;

import directors;
import std;
import xkey;

# /healthz tells whether a process takes requests; it says no while it ends (DRAIN_SECONDS). /readyz tells whether database and
# storage answer too: while they do not, older answers are sent at once.
probe alive {
  .url = "/healthz";
  .interval = 1s;
  .timeout = 2s;
  .window = 3;
  .threshold = 2;
  .initial = 2;
}
probe ready {
  .url = "/readyz";
  .interval = 1s;
  .timeout = 3s;
  .window = 2;
  .threshold = 2;
  .initial = 2;
}

# The site's processes. A picture that is sent may take four minutes to arrive, an answer 35 seconds.
backend site1 {
  .host = "127.0.0.1";
  .port = "3001";
  .probe = alive;
  .connect_timeout = 1s;
  .first_byte_timeout = 40s;
  .between_bytes_timeout = 40s;
}
backend site2 {
  .host = "127.0.0.1";
  .port = "3002";
  .probe = alive;
  .connect_timeout = 1s;
  .first_byte_timeout = 40s;
  .between_bytes_timeout = 40s;
}

backend ready1 {
  .host = "127.0.0.1";
  .port = "3001";
  .probe = ready;
}
backend ready2 {
  .host = "127.0.0.1";
  .port = "3002";
  .probe = ready;
}

# From where purges come: the machines of the site's processes.
acl purgers {
  "localhost";
}

sub vcl_init {
  new site = directors.round_robin();
  site.add_backend(site1);
  site.add_backend(site2);
  new whole = directors.round_robin();
  whole.add_backend(ready1);
  whole.add_backend(ready2);
}

sub vcl_recv {
  if (req.method == "PURGE") {
    # What a proxy sends on comes from the proxy's address, whoever asked: the token decides.
    if (client.ip !~ purgers || std.getenv("CACHE_PURGE_TOKEN") == "" ||
        req.http.Authorization != "Bearer " + std.getenv("CACHE_PURGE_TOKEN")) {
      return (synth(405, "Not allowed"));
    }
    if (!req.http.xkey-purge) {
      return (synth(400, "No keys"));
    }
    return (synth(200, "Purged " + xkey.purge(req.http.xkey-purge)));
  }

  # Names of this file alone.
  if (req.restarts == 0) {
    unset req.http.x-in-need;
    unset req.http.x-cache;
  }

  # Signed in, or written: as if Varnish were not there.
  if (req.method != "GET" && req.method != "HEAD") {
    return (pass);
  }
  if (req.http.Authorization) {
    return (pass);
  }
  # Health is the process's own.
  if (req.url == "/healthz" || req.url == "/readyz") {
    return (pass);
  }

  # From here on everybody gets the same, whatever their cookies, language or browser: vcl_backend_fetch takes these off.

  # One spelling of each encoding, so that an answer is kept at most three times (Vary: Accept-Encoding). What browsers send is
  # compared as it stands: a regular expression takes some 4% of the time that a kept answer takes.
  if (req.http.Accept-Encoding == "gzip, deflate, br, zstd" || req.http.Accept-Encoding == "gzip, deflate, br" ||
      req.http.Accept-Encoding ~ "\bbr\b(?!\s*;\s*q=0(\.0*)?(,|$))") {
    set req.http.Accept-Encoding = "br";
  } elsif (req.http.Accept-Encoding ~ "\bgzip\b(?!\s*;\s*q=0(\.0*)?(,|$))") {
    set req.http.Accept-Encoding = "gzip";
  } else {
    unset req.http.Accept-Encoding;
  }

  # One spelling of each address: without what advertisers add, the rest in order.
  if (std.strstr(req.url, "?")) {
    set req.url = regsuball(req.url, "(?<=[?&])(utm_[a-z]+|gclid|fbclid|msclkid|mc_[ce]id|igshid)=[^&]*(&|$)", "");
    set req.url = std.querysort(regsub(req.url, "[?&]+$", ""));
  }

  # What is older than its time is sent for a moment while it is asked for anew (stale-while-revalidate), and for as long as it
  # is kept when the site is not there or fails (stale-if-error).
  if (req.http.x-in-need || !std.healthy(whole.backend())) {
    set req.grace = 365d;
  } else {
    set req.grace = 30s;
  }
  return (hash);
}

# One site, whatever a request calls it.
sub vcl_hash {
  hash_data(req.url);
  return (lookup);
}

sub vcl_miss {
  set req.http.x-cache = "MISS";
}

sub vcl_pass {
  set req.http.x-cache = "PASS";
}

sub vcl_backend_fetch {
  set bereq.backend = site.backend();
  unset bereq.http.x-in-need;
  unset bereq.http.x-cache;
  # Nothing that names another address, path or method than the request's own reaches the site.
  unset bereq.http.Forwarded;
  unset bereq.http.X-Forwarded-Host;
  unset bereq.http.X-Forwarded-Port;
  unset bereq.http.X-Forwarded-Proto;
  unset bereq.http.X-Forwarded-Prefix;
  unset bereq.http.X-Forwarded-Server;
  unset bereq.http.X-Host;
  unset bereq.http.X-Original-URL;
  unset bereq.http.X-Original-Host;
  unset bereq.http.X-Rewrite-URL;
  unset bereq.http.X-HTTP-Method;
  unset bereq.http.X-HTTP-Method-Override;
  unset bereq.http.X-Method-Override;
  unset bereq.http.Proxy;
  # An answer for everybody is asked for in nobody's name. Not in vcl_recv: a kept answer would pay for it each time.
  if (!bereq.uncacheable) {
    set bereq.http.Host = "site";
    unset bereq.http.Cookie;
    unset bereq.http.Accept-Language;
    unset bereq.http.Origin;
    unset bereq.http.Referer;
    unset bereq.http.User-Agent;
    unset bereq.http.Cache-Control;
    unset bereq.http.Pragma;
  }
}

sub vcl_backend_response {
  unset beresp.http.xkey;
  if (bereq.uncacheable) {
    return (deliver);
  }
  # What failed on the way to a newer answer does not replace the older one.
  if (beresp.status >= 500 && bereq.is_bgfetch) {
    return (abandon);
  }
  # Only what says so is kept, and only what depends on nothing that vcl_backend_fetch takes off: kept and found must agree.
  # Whoever waited for something else asks the site in turn.
  if (beresp.status != 200 || beresp.http.Set-Cookie || beresp.http.Vary !~ "(?i)^(accept-encoding|authorization|[, ])*$" ||
      beresp.http.Cache-Control !~ "(?i)\bpublic\b" || beresp.http.Cache-Control ~ "(?i)private|no-store|no-cache") {
    if (beresp.status >= 500) {
      call hide_in_need;
    }
    set beresp.uncacheable = true;
    set beresp.ttl = 1s;
    return (deliver);
  }
  # RFC 9213: for Varnish alone, and purged by its keys.
  if (beresp.http.CDN-Cache-Control ~ "(^|[ ,])max-age=\d") {
    set beresp.ttl = std.duration(regsub(beresp.http.CDN-Cache-Control, "^(.*[ ,])?max-age=(\d+).*$", "\2s"), 0s);
    set beresp.grace = std.duration(regsub(beresp.http.CDN-Cache-Control, "^.*stale-if-error=(\d+).*$", "\1s"), 0s);
    set beresp.http.xkey = beresp.http.Surrogate-Key;
  } elsif (bereq.url ~ "^/assets/") {
    # Their names change with what is in them.
    set beresp.grace = 1d;
  } else {
    set beresp.grace = 0s;
  }
  set beresp.keep = 0s;
  # Once, here, and not with each answer that is sent.
  unset beresp.http.Surrogate-Key;
  unset beresp.http.Cache-Tag;
  unset beresp.http.CDN-Cache-Control;
  # What is left of one caller's limits is for nobody else.
  unset beresp.http.RateLimit;
  unset beresp.http.RateLimit-Policy;
  if (beresp.ttl <= 0s) {
    set beresp.uncacheable = true;
    set beresp.ttl = 1s;
  }
  return (deliver);
}

# Varnish remembers that an answer is not to be kept, and would find that before the older answer: not who asks in need.
sub hide_in_need {
  set beresp.http.Vary = "x-in-need";
}

# A process that has just died: the other one is asked. Writes are not sent twice.
sub vcl_backend_error {
  if ((bereq.method == "GET" || bereq.method == "HEAD") && bereq.retries < 2) {
    return (retry);
  }
  if (bereq.is_bgfetch) {
    return (abandon);
  }
  call failure_page;
  call hide_in_need;
  set beresp.uncacheable = true;
  set beresp.ttl = 1s;
  return (deliver);
}

sub vcl_deliver {
  # The site fails: once more, so that an older answer is found, if there is one.
  if (resp.status >= 500 && req.restarts == 0 && req.http.x-cache == "MISS") {
    set req.http.x-in-need = "1";
    unset req.http.x-cache;
    # Where there is none, they do not wait for each other's failure.
    set req.hash_ignore_busy = true;
    return (restart);
  }
  if (resp.status >= 500 && resp.http.Vary == "x-in-need") {
    unset resp.http.Vary;
  }
  unset resp.http.xkey;
  unset resp.http.Via;
  unset resp.http.X-Varnish;
  if (req.http.x-cache) {
    unset resp.http.Surrogate-Key;
    unset resp.http.Cache-Tag;
    unset resp.http.CDN-Cache-Control;
    set resp.http.X-Cache = req.http.x-cache;
  } else {
    # Of the request that brought it.
    unset resp.http.X-Request-Id;
    set resp.http.X-Cache = "HIT";
  }
  return (deliver);
}

sub failure_page {
  set beresp.status = 503;
  set beresp.http.Content-Type = "text/html; charset=utf-8";
  set beresp.http.Cache-Control = "no-store";
  set beresp.http.Retry-After = "5";
  set beresp.body = {"<!doctype html>
<html lang="pt-BR">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>Fora do ar por um instante · Prompteca</title>
</head>
<body>
<h1>A Prompteca está fora do ar por um instante</h1>
<p>Já estamos cuidando disso. <a href="">Tentar novamente</a></p>
</body>
</html>
"};
}

sub vcl_synth {
  set resp.http.Content-Type = "text/plain; charset=utf-8";
  set resp.http.Cache-Control = "no-store";
  set resp.body = resp.reason + {"
"};
  return (deliver);
}
