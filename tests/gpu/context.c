/* SPDX-License-Identifier: MIT */
/* An OpenGL ES context without a display, see context.h. */
#include "context.h"

#include <EGL/egl.h>
#include <EGL/eglext.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "common/output.h"

void context_fail(const char *what, const char *more)
{
    fprintf(stderr, "FAIL %s: %s\n", what, more);
    exit(1);
}

static void make_framebuffer(int size)
{
    GLuint frame, buffers[2];
    glGenFramebuffers(1, &frame);
    glBindFramebuffer(GL_FRAMEBUFFER, frame);
    glGenRenderbuffers(2, buffers);
    const GLenum formats[2] = {GL_RGBA8, GL_DEPTH_COMPONENT24};
    const GLenum places[2] = {GL_COLOR_ATTACHMENT0, GL_DEPTH_ATTACHMENT};
    for (int i = 0; i < 2; i++) {
        glBindRenderbuffer(GL_RENDERBUFFER, buffers[i]);
        glRenderbufferStorage(GL_RENDERBUFFER, formats[i], size, size);
        glFramebufferRenderbuffer(GL_FRAMEBUFFER, places[i], GL_RENDERBUFFER, buffers[i]);
    }
    if (glCheckFramebufferStatus(GL_FRAMEBUFFER) != GL_FRAMEBUFFER_COMPLETE)
        context_fail("OpenGL", "no framebuffer");
    glViewport(0, 0, size, size);
}

void context_open(int size)
{
    /* Not eglGetDisplay(), which looks for X or a graphics card. */
    const PFNEGLGETPLATFORMDISPLAYEXTPROC get_display =
        (PFNEGLGETPLATFORMDISPLAYEXTPROC)eglGetProcAddress("eglGetPlatformDisplayEXT");
    if (get_display == NULL)
        context_fail("EGL", "no platforms");
    const EGLDisplay display =
        get_display(EGL_PLATFORM_SURFACELESS_MESA, EGL_DEFAULT_DISPLAY, NULL);
    if (display == EGL_NO_DISPLAY || !eglInitialize(display, NULL, NULL))
        context_fail("EGL", "no surfaceless display");
    static const EGLint wanted[] = {EGL_RENDERABLE_TYPE, EGL_OPENGL_ES3_BIT, EGL_SURFACE_TYPE, 0,
                                    EGL_NONE};
    static const EGLint version[] = {EGL_CONTEXT_MAJOR_VERSION, 3, EGL_CONTEXT_MINOR_VERSION, 0,
                                     EGL_NONE};
    EGLConfig config;
    EGLint count = 0;
    if (!eglBindAPI(EGL_OPENGL_ES_API) || !eglChooseConfig(display, wanted, &config, 1, &count) ||
        count == 0)
        context_fail("EGL", "no configuration with OpenGL ES 3");
    const EGLContext context = eglCreateContext(display, config, EGL_NO_CONTEXT, version);
    if (context == EGL_NO_CONTEXT ||
        !eglMakeCurrent(display, EGL_NO_SURFACE, EGL_NO_SURFACE, context))
        context_fail("EGL", "no context");
    printf("%s, %s\n", (const char *)glGetString(GL_VERSION),
           (const char *)glGetString(GL_RENDERER));
    make_framebuffer(size);
}

/* A #version must be the first line, so the definition follows it. */
static GLuint compile(GLenum type, const char *path, int bones)
{
    void *text;
    size_t bytes;
    char define[40], log[2000] = "";
    diag d = {0};
    if (!read_file(&text, &bytes, path, &d))
        context_fail(path, d.message);
    char *rest = strchr(text, '\n');
    if (rest == NULL)
        context_fail(path, "has no line");
    *rest++ = '\0';
    snprintf(define, sizeof define, "\n#define BONES %d\n", bones);
    const char *const parts[3] = {text, define, rest};
    const GLuint shader = glCreateShader(type);
    GLint ok = 0;
    glShaderSource(shader, 3, parts, NULL);
    glCompileShader(shader);
    glGetShaderiv(shader, GL_COMPILE_STATUS, &ok);
    glGetShaderInfoLog(shader, sizeof log, NULL, log);
    if (!ok)
        context_fail(path, log);
    free(text);
    return shader;
}

GLuint context_program(const char *vertex, const char *fragment, int bones,
                       const char *const *outputs, int count)
{
    const GLuint program = glCreateProgram();
    char log[2000] = "";
    GLint ok = 0;
    glAttachShader(program, compile(GL_VERTEX_SHADER, vertex, bones));
    glAttachShader(program, compile(GL_FRAGMENT_SHADER, fragment, bones));
    glTransformFeedbackVaryings(program, count, outputs, GL_INTERLEAVED_ATTRIBS);
    glLinkProgram(program);
    glGetProgramiv(program, GL_LINK_STATUS, &ok);
    glGetProgramInfoLog(program, sizeof log, NULL, log);
    if (!ok)
        context_fail("linking the shaders", log);
    glUseProgram(program);
    return program;
}
